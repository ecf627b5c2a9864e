// Installed by `npm run bench` alone: elsewhere their types are not there.
declare module '@hey-api/client-fetch'
declare module 'axios'
declare module 'ky'
