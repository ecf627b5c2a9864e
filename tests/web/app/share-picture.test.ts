import { expect, test } from 'vitest'
import { staleSharePicture } from '../../../scripts/share-picture.ts'

test('the picture of link previews is up to date with the main page', async () => {
  expect(await staleSharePicture()).toBeNull()
})
