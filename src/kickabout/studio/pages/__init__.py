"""What pages ask beyond the newest: what fields mean, whole recordings, layouts of panels."""
