import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** Called once a crash, after what represents the children has been drawn. */
  onCrash: (error: unknown) => void
  /** What is shown instead of the children that could not be drawn; `reset` draws them again. */
  renderBroken: (error: unknown, reset: () => void) => ReactNode
  children: ReactNode
}
interface State {
  crash: { error: unknown } | null
}

/** Keeps an error of drawing its children from everything around it. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { crash: null }
  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } }
  }
  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error)
  }
  readonly reset = (): void => this.setState({ crash: null })
  override render(): ReactNode {
    const { crash } = this.state
    return crash ? this.props.renderBroken(crash.error, this.reset) : this.props.children
  }
}
