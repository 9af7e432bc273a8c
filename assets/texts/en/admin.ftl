# Settings

config = **Settings**: base score { $base_score } · default pace: { $pace } · counts with at least { $people } people. Tables opened from now on use them.
