import type { ReactNode } from 'react'
import type { Story } from '#domain/stories.ts'

/** The list of stories. Their first pictures are loaded with the page, so that a story opens without delay. */
export function Stories({ stories, onOpen }: { stories: readonly Story[]; onOpen: (story: Story) => void }): ReactNode {
  return (
    // Chromium does not scroll to a focused cover of which more than 32 px are inside of the padding for scrolling.
    <ul
      aria-label="Истории"
      className="-mx-4 flex scroll-p-24 gap-3 overflow-x-auto px-4 py-1 md:-mx-5 md:px-5 lg:-mx-1 lg:px-1"
    >
      {stories.map((story) => (
        <li key={story.title} className="shrink-0">
          <button
            type="button"
            onClick={() => onOpen(story)}
            className="flex h-full w-min min-w-28 min-h-36 flex-col justify-between rounded-m bg-mint p-3 text-left text-small font-medium transition-colors hover:bg-mint-hover forced-colors:border"
          >
            <span>{story.title}</span>
            <img
              src={story.slides[0]?.image}
              alt=""
              width="72"
              height="72"
              draggable={false}
              className="size-18 self-center object-contain"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
