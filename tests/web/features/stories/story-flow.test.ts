import { expect, test } from 'vitest'
import type { Story } from '../../../../web/src/domain/stories.ts'
import { storyFlow } from '../../../../web/src/features/stories/story-flow.ts'
import { apiThatAnswers } from '../../../support/fake-api.ts'
import { scriptedPorts } from '../../../support/scripted-ports.ts'

test('shows the story, and asks the backend nothing', async () => {
  const story: Story = { title: 'Кешбэк', slides: [] }
  const { io, given } = scriptedPorts({ story: ['dismissed'] })
  const { api, sent } = apiThatAnswers({})
  await storyFlow(story)(io, api)
  expect({ given, sent }).toEqual({ given: [story], sent: [] })
})
