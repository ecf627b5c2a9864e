import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** Called once for each crash, after `renderBroken`. */
  onCrash: (error: unknown) => void
  /** Renders a replacement of the crashed children; `reset` renders them again. */
  renderBroken: (error: unknown, reset: () => void) => ReactNode
  children: ReactNode
}
interface State {
  crash: { error: unknown } | null
}

/** An error boundary: an error while rendering its children does not affect the rest of the page. */
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
