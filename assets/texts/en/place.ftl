# Where a table is

thread-name = Junqi table { $table }
door-auction = **Auction**: the table is playing.
door-battle = **Battle**: { $player } declares, { $contract }.
door-where = ▶ { $where }
place-gone = ⚠ The place of this table is gone or locked. The game goes on: play here, or type `/junqi move` and `/junqi board` in any channel of the server.
place-barred = ⚠ I cannot show the board in { $where } any more. Please ask an administrator to grant me, under Edit Channel → Permissions: { $missing }. The clocks wait until then; `/junqi board` works.
modal-move-title = Type a move
modal-move-label = From and to
modal-move-hint = G6 G7
notice-pausing = ⏸ I am being restarted. The game goes on right here when I am back; no clock runs meanwhile.
notice-halted = ⛔ This table stands still after a fault of ours. Nothing is lost, and it tries again when I am restarted; whoever may manage the server can end it without scores by `/junqi-admin stop`.
