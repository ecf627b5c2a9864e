// Only `npm run bench` installs these packages, so without it their types are missing.
declare module '@hey-api/client-fetch'
declare module 'axios'
declare module 'ky'
