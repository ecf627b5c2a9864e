import { startPanel } from '../engine/panel.js'
import { content } from './content.js'
import { lifecycle } from './lifecycle.js'
import { payment } from './payment.js'
import { renewalJump } from './renewal.js'
import { reports } from './reports.js'
import { switches } from './switches.js'

await startPanel({
  shared: [content, reports],
  ofUser: [lifecycle, payment, switches],
  actions: renewalJump,
  firstCall: 'createOrder',
})
