// A name of the protocol or of the API, in English whatever the page's language.

/** It may break after its hyphens, underscores, slashes and dots. */
export const Code = ({ of }: { of: string }) => (
  <code>
    {of.split(/(?<=[-_/.])/).map((part, at) => (
      <>
        {at > 0 ? <wbr /> : null}
        {part}
      </>
    ))}
  </code>
);
