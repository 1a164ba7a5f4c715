import { useTranslation } from 'react-i18next';
import { select } from '../selection.js';

/** A button for each request to a model: it shows prompt and reply. */
export function PromptButtons({ run, files }: { run: string; files: readonly string[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <span className="prompt-buttons">
      {files.map((file, at) => (
        <button
          type="button"
          key={file}
          title={file}
          onClick={() => select({ dialog: 'prompt', prompt: { run, file } })}
        >
          {files.length === 1 ? t('prompt.open') : t('prompt.openOne', { number: at + 1 })}
        </button>
      ))}
    </span>
  );
}
