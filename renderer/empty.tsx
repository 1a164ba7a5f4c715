/** Says that there is nothing, and what would bring something. */
export function Empty({ what, next }: { what: string; next?: string }) {
  return (
    <div className="empty">
      <p>{what}</p>
      {next && <p className="quiet">{next}</p>}
    </div>
  );
}
