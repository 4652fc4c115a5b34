"""What a studio shows: a running match, a recording, or robots elsewhere."""
