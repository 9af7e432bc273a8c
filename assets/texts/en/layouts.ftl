# Saved layouts and typed swaps

layouts-none = You have saved no layout for this role yet. Press Save this layout… to use it again, with other pieces too.
layouts-count = { $count } of { $most } saved. Loading one places the pieces you have as near to it as they can be.
layouts-delete-asks = Delete “**{ $name }**”? It cannot be brought back.
layouts-replace-asks = There is a “**{ $name }**” already. Put the present layout in its place?
layouts-saved = ✅ Saved as “**{ $name }**”.
layouts-deleted = “**{ $name }**” is deleted.
layouts-renamed = ✅ Its name is now “**{ $name }**”.
layouts-loaded-whole = ✅ “**{ $name }**” is loaded exactly as saved.
layouts-loaded = ✅ “**{ $name }**” is loaded: { $exact } of { $points } points as saved, the others with the nearest pieces you have.
layouts-gone = That layout is not there any more; it was deleted or renamed a moment ago.
layouts-full = You have { $most } layouts for this role, which is all there is room for. Delete one first.
layouts-bad-name = A name has 1 to { $most } characters, not only spaces.
layouts-name-taken = There is a “**{ $name }**” already. Choose another name, or delete that one first.
layouts-not-deploying = You are not deploying now, so there is no layout to save or load. Use `/junqi layouts` to see those you have.
layouts-title-declarer = ## Layouts as declarer — { $count } of { $most }
layouts-title-defender = ## Layouts as defender — { $count } of { $most }
layouts-how = None yet. Press Layouts… while you deploy to save one.
layouts-shown = **{ $name }** (shown as in the South seat; it serves in any)
select-load = Load a layout
select-delete = Delete a layout
select-layout = Show a layout
modal-save-title = Save this layout
modal-rename-title = Rename the layout
modal-name-label = Name
modal-name-hint = For example: Iron wall
modal-typed-title = Type swaps
modal-typed-label = Points in pairs, as many pairs as you like
modal-typed-hint = G1 H2, G3 I5
typed-faults = Nothing was swapped:
typed-no-point = Word { $place }, “{ $word }”, is no point of the board.
typed-alone = Word { $place }, { $point }, has no other point to be swapped with.
typed-twice = Words { $place } and the next are both { $point }; name two different points.
typed-nothing = No points were named. Write them like this: `G1 H2, G3 I5`
typed-too-many = At most { $most } pairs at once; these are { $count }.
typed-at-swap = Pair { $number }: { $fault }
typed-wrote = You wrote: { $text }
typed-done = ✅ { $count ->
    [one] One pair was
   *[other] { $count } pairs were
} swapped.
