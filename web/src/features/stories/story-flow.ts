import type { Story } from '#domain/stories.ts'
import type { Flow } from '#flow/run-flow.ts'

/** Shows a story. */
export const storyFlow =
  (story: Story): Flow =>
  async (io) =>
    void (await io.ask('story', story))
