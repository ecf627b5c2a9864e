import type { ReactNode } from 'react'
import { Container } from '#ui/container.tsx'
import { Page } from '#ui/page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { usePageTone } from './page-tone.ts'
import { Sections } from './section-boundary.tsx'

interface PageFrameProps {
  /** False for pages that show a single message. */
  hasFooter?: boolean
  /** Id of the form that 'Войти' submits before hydration. */
  signInForm?: string
  children: ReactNode
}

/** A page of the app: header, sections, footer. Each child is a section with its own error boundary. */
export function PageFrame({ hasFooter = true, signInForm, children }: PageFrameProps): ReactNode {
  const tone = usePageTone()
  return (
    <Page tone={tone} header={<Header {...(signInForm && { signInForm })} />} footer={hasFooter && <Footer />}>
      <Container>
        <Sections>{children}</Sections>
      </Container>
    </Page>
  )
}
