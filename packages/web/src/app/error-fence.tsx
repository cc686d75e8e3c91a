import { Component, type ReactNode } from 'react';
import { asRequestError } from '../live/use-query.ts';
import { ErrorState } from '../ui/states.tsx';

/** A screen that breaks takes nothing else with it. */
export class ErrorFence extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState error={asRequestError(this.state.error)} again={() => this.setState({ error: null })} />
    );
  }
}
