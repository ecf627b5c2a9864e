// `npm run mock`: the mock without the app.
import '../mock-server/src/main.ts'
