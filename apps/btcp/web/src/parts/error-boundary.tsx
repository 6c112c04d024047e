import { Component, type ReactNode } from 'react';

/** An error in one part of the page leaves the rest usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { fault: Error | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override render() {
    const { fault } = this.state as { fault: Error | null };
    if (!fault) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h2>This part cannot be shown</h2>
        <p className="muted">{fault.message}</p>
        <button type="button" className="button" onClick={() => this.setState({ fault: null })}>
          Try again
        </button>
      </div>
    );
  }
}
