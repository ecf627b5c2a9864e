import { startPanel } from '../engine/panel.js'
import { content } from './content.js'
import { jumpButtons } from './jumps.js'
import { lifecycle } from './lifecycle.js'
import { payment } from './payment.js'
import { reports } from './reports.js'
import { switches } from './switches.js'

await startPanel({
  shared: [content, reports],
  ofUser: [lifecycle, payment, switches],
  actions: jumpButtons,
  firstCall: 'createOrder',
})
