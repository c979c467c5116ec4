"""Players that are programs: levels, hints, evaluation and analysis. They know rules and records, no store or HTTP."""
