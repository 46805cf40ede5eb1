"""Where a person says something of photos: stars, heart, title, caption, tags and people, on one photo or many, and takes it back."""
