// Generated from openapi/ by `npm run generate`. Not edited by hand.

/**
 * How `getOrderStatus` is asked again: pause in milliseconds, attempts in all, technical failures in a row that end it.
 */
export const getOrderStatusPoll = {
    everyMs: 2000,
    attempts: 15,
    failuresInARow: 3
} as const;

/**
 * `sendProductEvent` is sent at most once in so many milliseconds.
 */
export const sendProductEventEveryMs = 1000 as const;
