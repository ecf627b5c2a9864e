// `npm run mock`: the mock alone, and what it says about its scenarios.
import '../mock-server/src/main.ts'
