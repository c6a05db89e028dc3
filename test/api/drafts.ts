// Bodies that make inventory.

export const campaignOf = (advertiserId: string) => ({
  advertiserId,
  name: 'Spring',
  status: 'active',
  budget: { total: '1000.00', daily: '100.00', currency: 'USD' },
  bid: { model: 'cpc', amount: '0.50' },
  pacing: 'asap',
})
export const adOf = (campaignId: string, more: object = {}) => ({
  campaignId,
  title: 'Feather 13',
  landingUrl: 'https://feather.example/13',
  ...more,
})
