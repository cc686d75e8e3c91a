import { type LayoutRequest, layoutGraph } from './layout.ts';

/** Lays graphs out beside the page, which stays usable meanwhile. */
const page = self as unknown as {
  onmessage: ((event: MessageEvent<{ readonly id: number; readonly request: LayoutRequest }>) => void) | null;
  postMessage(answer: unknown): void;
};

page.onmessage = ({ data: { id, request } }) => {
  try {
    page.postMessage({ id, places: [...layoutGraph(request)] });
  } catch (error) {
    page.postMessage({ id, error: String(error) });
  }
};
