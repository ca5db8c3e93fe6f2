// Ten calls with the Java client of openapi-generator. BASE and KEY are given by the environment.
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CalibrationsApi;
import org.openapitools.client.api.InstrumentsApi;
import org.openapitools.client.api.MeasurementsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

public class Main {
  static void expect(boolean holds, Object what) {
    if (!holds) throw new AssertionError(what);
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    InstrumentsApi instruments = new InstrumentsApi(client);
    CalibrationsApi calibrations = new CalibrationsApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);

    InstrumentCreate create =
        new InstrumentCreate()
            .assetTag("GEN-JAVA")
            .name("Caliper")
            .unitOfMeasure("mm")
            .calibrationIntervalValue(12)
            .lastCalibrationDate("2026-05-12T08:30:00Z")
            .customFields(Map.of("Cabinet", "4"));
    InstrumentDetail made = instruments.createInstrument(create, null);
    expect(made.getCustomFields().get("Cabinet").equals("4"), made);
    expect(made.getNextDueAt().getYear() == 2027, made.getNextDueAt());
    InstrumentUpdate update = new InstrumentUpdate().customFields(Map.of("Shelf", "2"));
    expect(
        instruments.updateInstrument(made.getId(), update, null).getCustomFields().get("Shelf").equals("2"),
        made);

    MeasurementCreate point =
        new MeasurementCreate()
            .nominal(new NominalValueInput().value("10.000").unit("mm"))
            .tolerance(new MeasurementToleranceInput().symmetric(new ToleranceTermsInput().absolute("0.02")))
            .asFound(new PhaseCreate().readings(List.of("10.012")));
    CalibrationCreate calibration =
        new CalibrationCreate()
            .result("PASS")
            .performedAt("2026-06-01T09:00:00Z")
            .measurements(List.of(point));
    CalibrationRecordWithMeasurements record =
        calibrations.appendCalibration("GEN-JAVA-1", made.getId(), calibration);
    expect(record.getMeasurements().get(0).getAsFound().getVerdict().equals("in"), record);
    expect(
        calibrations.getCalibration(record.getId(), null).getPerformedAt().equals(record.getPerformedAt()),
        record);
    CalibrationBatchItemsInner item =
        new CalibrationBatchItemsInner()
            .instrumentId(made.getId())
            .idempotencyKey("GEN-JAVA-2")
            .body(new CalibrationCreate().result("PASS").asFoundReading("10.01 mm"));
    CalibrationBatchResults batch =
        calibrations.appendCalibrations(new CalibrationBatch().items(List.of(item)));
    expect(batch.getResults().size() == 1, batch);
    CalibrationPage feed =
        calibrations.listCalibrations(
            null, null, "2026-01-01T00:00:00.000Z", null, null, null, null, null, null, made.getId(), null);
    expect(feed.getPagination().getTotal() == 3, feed.getPagination());
    EvaluatedMeasurements evaluated =
        new MeasurementsApi(client)
            .evaluateMeasurements(new MeasurementEvaluation().points(List.of(point)));
    expect(evaluated.getPoints().get(0).getAsFound().getVerdict().equals("in"), evaluated);

    WebhookCreatedResponse webhook =
        webhooks.createWebhook(
            new WebhookCreate().url("http://127.0.0.1:9/java").events(List.of(EventType.CALIBRATION_CREATED)));
    expect(webhooks.listDeliveries(webhook.getId(), null, null, null).getData().isEmpty(), webhook);
    webhooks.deleteWebhook(webhook.getId());
    try {
      webhooks.getWebhook(webhook.getId(), null);
      throw new AssertionError("a deleted endpoint was returned");
    } catch (ApiException refused) {
      expect(refused.getCode() == 404 && refused.getResponseBody().contains("\"NOT_FOUND\""), refused);
    }
  }
}
