/** The badge of a term: 'хит' for 6 months, 'выгодно' for 12 (C-MODAL-20). */
export const bundleBadge = (months: number): string | undefined => ({ 6: 'хит', 12: 'выгодно' })[months]
