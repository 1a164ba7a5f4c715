/** A choice among a few, with its name before it. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <label className="choice">
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([name]) => name === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
