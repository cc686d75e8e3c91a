import { ExternalLink } from 'lucide-react';

/** One of a list of facts that leads out of the workbench. */
export const OutsideLink = ({ href, words }: { readonly href: string; readonly words: string }) => (
  <div>
    <dt className="sr-only">{words}</dt>
    <dd>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1 text-accent underline"
      >
        {words} <ExternalLink className="size-3.5" aria-hidden />
      </a>
    </dd>
  </div>
);
