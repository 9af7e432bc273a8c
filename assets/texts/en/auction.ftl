# Auction

auction-title = **Auction**: one call each, strictly rising; a call of 3 ends it.
auction-deal-again = All passed: dealt again (deal { $deal }).
auction-due = **to call** { $when }
auction-waiting = waiting
auction-hint = Your pieces come by direct message; if none came, press My pieces.
called = Called.
