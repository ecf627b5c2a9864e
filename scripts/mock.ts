// `npm run mock`: the mock alone, and what it can tell about its scenarios.
import '../mock-server/src/main.ts'
