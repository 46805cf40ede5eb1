"""Icons, the sample library, and the scripts that draw both."""
