# Deployment

deployment-title = **Deployment**: { $player } declares, { $contract }.
deployment-marched = ✅ has marched
deployment-deploying = deploying { $when }
deployment-hint = Arrange your pieces in the direct message or under My deployment, then press March.
marched = You have marched. The others are still deploying.
