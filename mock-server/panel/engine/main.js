import { startPanel } from './panel.js'

// The panel of a product without additions.
await startPanel()
