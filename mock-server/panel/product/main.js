import { startPanel } from '../engine/panel.js'
import { content } from './content.js'
import { lifecycle } from './lifecycle.js'
import { payment } from './payment.js'
import { renewalJump } from './renewal.js'

await startPanel({ shared: [content], ofUser: [lifecycle, payment], actions: renewalJump, firstCall: 'createOrder' })
