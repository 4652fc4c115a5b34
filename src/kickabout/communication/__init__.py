"""Communication with the GameController and with teammates."""
