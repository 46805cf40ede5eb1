"""The panel in which a person asks about the photos: questions, answers with their label and checks, and the photos they cite."""
