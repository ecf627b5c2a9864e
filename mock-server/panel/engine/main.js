import { startPanel } from './panel.js'

// The panel of a product that adds nothing to it.
await startPanel()
