//! 軍棋三打一 (Junqi, three against one) for Discord.
