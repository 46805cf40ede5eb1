"""What stands in files beside a photo: XMP sidecars and Google Takeout's JSON, bounded and checked like everything untrusted."""
