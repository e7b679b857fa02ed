//! The names and versions of the documents.

use crate::names::names;

names! {
    /// The format of a report.
    ReportFormat {
        /// The fourth version.
        V4 => "faultscope-report/4",
    }
}

names! {
    /// The format of a line about a stage.
    StageFormat {
        /// The first version.
        V1 => "faultscope-stage/1",
    }
}

names! {
    /// The format of a line that says what is wrong with an input.
    RejectionFormat {
        /// The first version.
        V1 => "faultscope-rejection/1",
    }
}

names! {
    /// The format of a comparison with stored reports.
    BaselineFormat {
        /// The first version.
        V1 => "faultscope-baseline/1",
    }
}

names! {
    /// The format of an answer about a change.
    VerificationFormat {
        /// With three answers: what the change repairs, keeps, and leaves.
        V2 => "faultscope-verification/2",
    }
}
