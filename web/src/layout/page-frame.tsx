import type { ReactNode } from 'react'
import { Container } from '#ui/container.tsx'
import { Page } from '#ui/page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { usePageTone } from './page-tone.ts'
import { Sections } from './section-boundary.tsx'

interface PageFrameProps {
  /** Left out where a page is one message. */
  hasFooter?: boolean
  /** Id of the form that 'Войти' sends as long as no script has come. */
  signInForm?: string
  children: ReactNode
}

/** A page of the app: the header, its sections, the footer. Each child is a section that breaks alone. */
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
