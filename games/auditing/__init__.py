"""What auditors ask of the draws on record: were they uniform, and did they return what was announced?"""
