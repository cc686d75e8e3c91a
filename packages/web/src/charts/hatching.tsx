/** The pattern failures are filled with; stands once in every chart that shows them. */
export const Hatching = () => (
  <defs>
    <pattern
      id="hatched-bad"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" fill="var(--bad-soft)" />
      <rect width="3" height="6" fill="var(--bad)" />
    </pattern>
  </defs>
);
