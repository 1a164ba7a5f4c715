import { useTranslation } from 'react-i18next';

/** Points in time (ISO 8601) as the chosen language writes them, in the time zone of the system. */
export function useTimes() {
  const { language } = useTranslation().i18n;
  return {
    moment: (at: string): string => new Date(at).toLocaleString(language),
    /** Time of day with seconds. */
    clock: (at: string): string => new Date(at).toLocaleTimeString(language, { hour12: false }),
  };
}
