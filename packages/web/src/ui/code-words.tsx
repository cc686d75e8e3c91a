/** A sentence in which `commands` stand between backticks, as the conductor writes them. */
export const CodeWords = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence are known by their place.
        <code key={at} className="rounded-sm bg-sunken px-1 font-mono text-sm">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
