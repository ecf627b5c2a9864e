// Generated from openapi/ by `npm run generate`. Not edited by hand.

/** Version of the contract that the SDK was generated from. */
export const contractVersion = '0.1.0'
/** Hash of that contract: another one means that something in it has changed, were it a description. */
export const contractHash = '19e9a3404277'
