/** The family option as `get_options` lists it, in use and renewing. */
export const familyOption = {
  optionId: '4f0c6a7e-2b1d-4c5e-8f3a-6d9b0e1c2a35',
  name: 'family_1_month',
  title: 'Семья',
  type: 'family_subscription',
  price: 9900,
  duration: 31,
  status: 'active',
  startDate: '2026-11-05T12:00:00+03:00',
  endDate: '2026-12-06T12:00:00+03:00',
  isRenewal: true,
  autopaymentsEnabled: true,
  maxRelations: 2,
}
