/** The methods of a history as the browser has them. The router patches them to dispatch page changes. */
export const nativeHistory = (history: History): History => Object.getPrototypeOf(history) as History
