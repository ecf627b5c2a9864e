import { expect, test } from 'vitest'
import { staleSharePicture } from '../../../scripts/share-picture.ts'

test('the picture that messengers show is of the present main page', async () => {
  expect(await staleSharePicture()).toBeNull()
})
