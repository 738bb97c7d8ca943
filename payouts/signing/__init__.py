"""Sign-in of staff: who needs a second factor, how long a sign-in lasts, and the pages under /compte/."""
