"""The pages of `payouts`: a play's result, and the caisse's."""
